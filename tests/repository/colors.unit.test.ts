import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { colors } from '../../src/ui/theme/colors.ts'

test('The stylesheet has the colors that mails, cards and other documents have', () => {
  const css = readFileSync('src/ui/theme/theme.css', 'utf8')
  for (const [name, [light, dark]] of Object.entries(colors)) {
    const value = light === dark ? light : `light-dark(${light}, ${dark})`
    expect(css).toContain(`  --${name}: ${value};\n`)
  }
})
