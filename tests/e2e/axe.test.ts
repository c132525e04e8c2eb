import { AxeBuilder } from '@axe-core/playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { homeShots } from '../../scripts/screens-of-home.ts'
import { memberShots } from '../../scripts/screens-of-members.ts'
import { visitorShots } from '../../scripts/screens-of-visitors.ts'
import { startVisits, type Visits } from '../../scripts/screens-visit.ts'
import { type LivelyApp, startLivelyApp } from './seeded-app.ts'

let app: LivelyApp
let visits: Visits
beforeAll(async () => {
  app = await startLivelyApp()
  visits = startVisits(app.browser, app.url, app.tokens)
})
afterAll(async () => {
  await visits.close()
  await app.stop()
})

test.each([...visitorShots, ...homeShots, ...memberShots])(
  'axe finds nothing wrong with $name',
  async shot => {
    const page = await visits.open(shot)
    try {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        const { violations } = await new AxeBuilder({ page }).analyze()
        const found = violations.map(
          ({ id, nodes }) => `${colorScheme} ${id}: ${nodes.map(({ html }) => html).join(' ')}`,
        )
        expect(found).toEqual([])
      }
    } finally {
      await page.close({ runBeforeUnload: false })
    }
  },
)
