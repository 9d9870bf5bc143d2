import {Directive, directive, PartType} from 'lit-html/directive.js';

/** Sets styles by script, because the page's policy forbids style attributes. Used in a tag: html`<i ${css({width: '3px'})}></i>`. */
class Css extends Directive {
  constructor(part) {
    super(part);
    if (part.type !== PartType.ELEMENT) {
      throw new Error('css() belongs into a tag');
    }
  }

  /** @param {Record<string, string | number>} styles by name */
  // eslint-disable-next-line no-unused-vars -- says what the directive takes
  render(styles) {}

  update(part, [styles]) {
    for (const [name, value] of Object.entries(styles)) {
      part.element.style.setProperty(name, value);
    }
  }
}

export const css = directive(Css);
