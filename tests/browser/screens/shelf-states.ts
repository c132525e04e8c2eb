import type { Page } from '@playwright/test'
import { respond } from '../mock-responses.ts'
import { statesOf, visitor } from './screen-state.ts'

const colors = [
  '0d1b4c',
  'b0141b',
  'f8f8f4',
  '161616',
  '9acd32',
  'f2b632',
  '5a3e85',
  'd98c9f',
  '2b6f77',
  '8c8c8c',
]

/** A shelf of a member with so many drops: it holds those of a year. */
const shelfOf = (drops: number) =>
  Array.from({ length: drops }, (_, index) => ({
    drop_number: index + 1,
    title: `Number one of drop ${index + 1}`,
    color: colors[(index * 7) % colors.length] ?? '',
  })).slice(-52)

const withShelf = (drops: number) => ({
  from: '/charts',
  mock: (page: Page) => respond(page, '**/api/users/*/shelf', shelfOf(drops)),
  prepare: (page: Page) => page.getByRole('link', { name: `Drop #${drops}: ` }).waitFor(),
})

/** The shelf of a member with few and many drops, on the pages that have it. */
export const shelfStates = [
  ...statesOf(visitor, '/kofi', {
    'profile-shelf-3': withShelf(3),
    'profile-shelf-14': withShelf(14),
    'profile-shelf-52': withShelf(52),
    'profile-shelf-300': withShelf(300),
  }),
  ...statesOf(visitor, '/kofi/drops', {
    'history-shelf-3': withShelf(3),
    'history-shelf-14': withShelf(14),
    'history-shelf-52': withShelf(52),
    'history-shelf-300': withShelf(300),
  }),
]
