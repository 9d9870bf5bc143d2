// Searches the book in the browser. The index is in search-index.js; nothing is asked of any server.
(() => {
  const input = document.getElementById('search')
  const results = document.getElementById('results')
  const root = document.body.dataset.root
  const MOST = 20

  const escape = text => text.replace(/[&<>"]/g, c => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c])

  /** How well a section fits: every word must occur; headings and titles count for more than text. */
  const score = (entry, words) => {
    const heading = entry.heading.toLowerCase()
    const page = entry.page.toLowerCase()
    const text = entry.text.toLowerCase()
    let sum = 0
    for (const word of words) {
      const found = (heading.includes(word) ? 10 : 0) + (page.includes(word) ? 4 : 0) + (text.includes(word) ? 1 : 0)
      if (found === 0) return 0
      sum += found + (heading === word ? 20 : 0)
    }
    return sum
  }

  /** Some text around the first word that occurs, with all words marked. */
  const excerpt = (entry, words) => {
    const lower = entry.text.toLowerCase()
    const places = words.map(word => lower.indexOf(word)).filter(place => place >= 0)
    const start = Math.max(0, (places.length ? Math.min(...places) : 0) - 60)
    const cut = escape((start > 0 ? '… ' : '') + entry.text.slice(start, start + 180))
    const pattern = words.map(word => escape(word).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
    return cut.replace(new RegExp(pattern, 'gi'), found => `<mark>${found}</mark>`)
  }

  const search = query => {
    const words = query.toLowerCase().split(/\s+/).filter(word => word.length > 0)
    if (words.length === 0) return []
    return window.batonIndex
      .map(entry => ({ entry, points: score(entry, words) }))
      .filter(hit => hit.points > 0)
      .sort((a, b) => b.points - a.points)
      .slice(0, MOST)
      .map(hit => ({ ...hit.entry, excerpt: excerpt(hit.entry, words) }))
  }
  window.batonSearch = search

  const show = () => {
    const query = input.value.trim()
    results.hidden = query === ''
    const hits = search(query)
    results.innerHTML = hits.length === 0
      ? '<p>Nothing found.</p>'
      : hits.map(hit => `<a href="${root}${hit.url}"><b>${escape(hit.heading)}</b> <small>${escape(hit.page)}</small>` +
          `<small>${hit.excerpt}</small></a>`).join('')
  }

  input.addEventListener('input', show)
  input.form.addEventListener('submit', event => {
    event.preventDefault()
    results.querySelector('a')?.click()
  })
  document.addEventListener('keydown', event => {
    if (event.key === '/' && document.activeElement !== input) {
      event.preventDefault()
      input.focus()
    } else if (event.key === 'Escape') {
      results.hidden = true
    }
  })
  results.addEventListener('click', () => { results.hidden = true })
})()
