'use strict';

const session = 'api/v1/session';
const find = id => document.getElementById(id);

function show(person, message) {
  find('signed-in').hidden = !person;
  find('signed-out').hidden = Boolean(person);
  find('name').textContent = person ? person.name : '';
  find('role').textContent = person ? person.role : '';
  find('message').textContent = message || '';
  if (!person) {
    find('token').focus();
  }
}

/** Asks the server; what it objects to is thrown, in its own words. */
async function ask(method, body) {
  const headers = {'X-Baton-CSRF': '1'};
  if (body) {
    headers['Content-Type'] = 'application/json';
  }
  const answer = await fetch(session, {method, headers, body: body && JSON.stringify(body)});
  const content = answer.status === 204 ? null : await answer.json();
  if (!answer.ok) {
    throw new Error(content.detail);
  }
  return content;
}

/** Where whoever was sent here wanted to go: a page of this server, and nothing else. */
function next() {
  const wanted = new URLSearchParams(location.search).get('next');
  return wanted && /^\/(?![/\\])/.test(wanted) ? wanted : '/';
}

async function signIn(token) {
  try {
    show(await ask('POST', {token}));
    location.replace(next());
  } catch (refusal) {
    show(null, refusal.message);
  }
}

async function signOut() {
  try {
    await ask('DELETE');
    show(null, 'Signed out.');
  } catch (refusal) {
    show(null, refusal.message);
  }
}

/** A token behind the # never reaches the server's log, and must not stay in the address either. */
function takeTokenFromAddress() {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (token) {
    history.replaceState(null, '', location.pathname + location.search);
  }
  return token;
}

find('signed-out').addEventListener('submit', event => {
  event.preventDefault();
  signIn(find('token').value.trim());
  event.target.reset();
});
find('sign-out').addEventListener('click', signOut);

const given = takeTokenFromAddress();
if (given) {
  signIn(given);
} else {
  ask('GET').then(show, () => show(null));
}
