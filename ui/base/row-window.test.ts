import { describe, expect, it } from 'vitest'
import { rowWindow, scrollToRow } from './row-window.ts'

describe('the visible rows', () => {
  it.each([
    { scrollTop: 0, view: 100, rows: 1000, spare: 0, first: 0, end: 5 },
    { scrollTop: 10, view: 100, rows: 1000, spare: 0, first: 0, end: 6 },
    { scrollTop: 200, view: 100, rows: 1000, spare: 2, first: 8, end: 17 },
    { scrollTop: 19_900, view: 100, rows: 1000, spare: 3, first: 992, end: 1000 },
    { scrollTop: 999_999, view: 100, rows: 1000, spare: 0, first: 995, end: 1000 },
    { scrollTop: 500, view: 100, rows: 3, spare: 0, first: 0, end: 3 },
    { scrollTop: -40, view: 100, rows: 10, spare: 0, first: 0, end: 5 },
    { scrollTop: 0, view: 100, rows: 0, spare: 5, first: 0, end: 0 },
  ])('$rows rows of 20 px at $scrollTop draw $first to $end', ({ scrollTop, view, rows, spare, first, end }) => {
    expect(rowWindow(scrollTop, view, 20, rows, spare)).toEqual({ first, end, top: first * 20, height: rows * 20 })
  })

  it.each([
    [0, 3, 0],
    [0, 5, 20],
    [100, 2, 40],
    [100, 6, 100],
  ])('scrolled to %i px, shows row %i at %i px', (scrollTop, row, next) => {
    expect(scrollToRow(scrollTop, 100, 20, row)).toBe(next)
  })
})
