import { expect, it } from 'vitest'
import { closestName } from './closest-name.ts'

const names = ['Bird strikes', 'Three million flights', 'A week of earthquakes', 'Pizza Paradise']

it('finds a name with typing errors, by the full name or by single words', () => {
  expect(closestName('bird srtikes', names)).toBe('Bird strikes')
  expect(closestName('flihgts', names)).toBe('Three million flights')
  expect(closestName('milion flihgts', names)).toBe('Three million flights')
})

it('returns undefined for a text similar to no name', () => {
  expect(closestName('penguins', names)).toBeUndefined()
  expect(closestName('milion penguins', names)).toBeUndefined()
  expect(closestName('of', names)).toBeUndefined()
  expect(closestName('', names)).toBeUndefined()
})
