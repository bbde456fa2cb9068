// oxlint-disable-next-line typescript/triple-slash-reference -- what it declares are modules, it is none itself
/// <reference path="./css-tree.d.ts" />
export { default as generate } from 'css-tree/generator'
export { default as parse } from 'css-tree/parser'
export { default as walk } from 'css-tree/walker'
