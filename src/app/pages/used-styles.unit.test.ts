import { expect, test } from 'vitest'
import { splitStyles } from '../../../scripts/split-styles.ts'
import { createStyleSelector } from './used-styles.ts'

const used = (css: string, html: string) => createStyleSelector(splitStyles(css))(html)

test('A page has the rules whose classes it has, in their order, and those that need no class', () => {
  const css = '@layer a,b;:root{--x:1}.one{color:red}.two{color:blue}p{margin:0}'
  expect(used(css, '<p class="one">')).toBe('@layer a,b;:root{--x:1}.one{color:red}p{margin:0}')
})

test('A rule needs all classes of one of its selectors, but none in the arguments of a pseudo-class', () => {
  expect(used('.a .b{x:1}', '<p class="a">')).toBe('')
  expect(used('.a .b{x:1}', '<p class="a"><i class="b c">')).toBe('.a .b{x:1}')
  expect(used('.a,.b{x:1}', '<p class="b">')).toBe('.a,.b{x:1}')
  expect(used('.b:not(.a):is(:where(.c):hover *){x:1}', '<p class="b">')).not.toBe('')
  expect(used(':where(.a>:not(:last-child)){x:1}', '<p>')).not.toBe('')
})

test('Names with escaped characters are found', () => {
  const css = String.raw`.hover\:\[\&\>a\]\:w-1\/2:hover{x:1}.\32 xl\:p-1{x:2}.pb-\(--h\){x:3}.m-0\.5{x:4}`
  expect(used(css, '<p class="hover:[&amp;&gt;a]:w-1/2 2xl:p-1"><p class="pb-(--h) m-0.5">')).toBe(
    css,
  )
  expect(used(css, '<p class="hover 2xl pb m-0">')).toBe('')
})

test('Names with characters beyond ASCII are found', () => {
  const css = String.raw`.before\:content-\[\'·\'\]:before{x:1}`
  expect(used(css, '<p class="before:content-[&#x27;·&#x27;]">')).toBe(css)
  expect(used(css, '<p class="before:content-[">')).toBe('')
})

test('At-rules around rules stay only with one of them', () => {
  const css = '@layer u{@media (width>1px){.a{x:1}}@supports (x:1){.b{x:1}}}@keyframes k{to{x:1}}'
  expect(used(css, '<p class="b">')).toBe('@layer u{@supports (x:1){.b{x:1}}}@keyframes k{to{x:1}}')
  expect(used('@layer u{@media (width>1px){.a{x:1}}}', '')).toBe('')
})

test('The definition of a property stays with a rule that uses it', () => {
  const css = '.a{x:var(--p,1)}.b{--p:1}@property --p{syntax:"*"}'
  expect(used(css, '<p class="a">')).toBe('.a{x:var(--p,1)}@property --p{syntax:"*"}')
  expect(used(css, '<p class="b">')).toBe('.b{--p:1}')
})
