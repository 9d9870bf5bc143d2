// What the type checker cannot read from the modules: reactive properties of components are declared in
// `static properties`, and elements of the page are looked up by what they are.
import 'lit';

declare module 'lit' {
  interface LitElement {
    [property: string]: any;
  }
}

declare global {
  interface ParentNode {
    querySelector(selectors: string): any;
    querySelectorAll(selectors: string): NodeListOf<any>;
  }
}
