import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { sampleSite } from '../../../tests/screen-samples/site.ts'
import { SiteProvider } from '../../site/site.tsx'
import { DaysBadge } from './days-badge.tsx'

const now = Date.parse('2026-11-23T12:00:00Z')
const hour = 3_600_000
const site = { ...sampleSite, now }

const badgeAfter = (hours: number) => {
  const since = new Date(now - hours * hour).toISOString()
  return renderToStaticMarkup(
    createElement(() => SiteProvider({ site, children: createElement(DaysBadge, { since }) })),
  )
}

test('A track has a badge with its days on the list from the 30th day on', () => {
  expect(badgeAfter(30 * 24 - 1)).toBe('')
  expect(badgeAfter(30 * 24)).toMatch(/aria-label="30 days on Radr".*>30d</)
  expect(badgeAfter(61 * 24 - 1)).toMatch(/aria-label="60 days on Radr".*>60d</)
})
