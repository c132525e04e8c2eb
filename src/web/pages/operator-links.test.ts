import { expect, test } from 'vitest'
import { openTestApp } from '../../../tests/test-app.ts'

const paths = ['/', '/login', '/charts', '/nowhere-at-all']
const footOf = (html: string) => /<footer.*<\/footer>/s.exec(html)?.[0] ?? ''

test('Pages of visitors and members end in the links that the operator has set', async () => {
  const app = await openTestApp({
    CONTACT: 'hello@radr.example',
    IMPRINT_URL: 'https://radr.example/imprint',
  })
  const [visitor, member] = [app.visitor(), await app.member()]
  const pages = [
    ...paths.map(path => visitor.call('GET', path)),
    ...['/home', '/settings', '/charts'].map(path => member.call('GET', path)),
  ]
  for (const page of pages) {
    const html = await (await page).response.text()
    expect(footOf(html)).toMatch(
      /href="mailto:hello@radr\.example"[^>]*>Contact<.*href="https:\/\/radr\.example\/imprint"[^>]*>Imprint</,
    )
    expect(html.match(/<footer/g)).toHaveLength(1)
    expect(html).not.toContain('>Privacy<')
  }
})

test('Without these settings no page names a contact', async () => {
  const app = await openTestApp()
  for (const path of paths) {
    const html = await (await app.visitor().call('GET', path)).response.text()
    expect(html).not.toMatch(/mailto:|>Contact</)
    if (path !== '/') expect(html).not.toContain('<footer')
  }
})
