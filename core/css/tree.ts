/// <reference path="./css-tree.d.ts" />
export { default as generate } from 'css-tree/generator'
export { default as parse } from 'css-tree/parser'
export { default as walk } from 'css-tree/walker'
