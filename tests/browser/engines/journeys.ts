import { expect } from '@playwright/test'
import { linkTo } from '../mail-reader.ts'
import { type Host, password, tracks } from './host.ts'
import type { Tab } from './tab.ts'

/** What a person does, in any engine. */
type Journey = (host: Host, tab: Tab) => Promise<void>

const titles = (count: number) => tracks.slice(0, count).map(({ title }) => title)
const inEditor = 'article h2'
const moreFor = (index: number) => `More for ${tracks[index]?.title}`
const linkOf = (index: number) => tracks[index]?.link ?? ''

/** Those that go from page to page. */
export const navigations: Record<string, Journey> = {
  async 'A member signs in, and out by the menu of the account'(host, tab) {
    const { email, username } = await host.newMember(0)
    await tab.visit('/login')
    await tab.fill('Email', email)
    await tab.fill('Password', password)
    await tab.click('Sign In', -1)
    await tab.isAt('/home')
    await tab.click(`Account of ${username}`)
    await tab.click('Logout')
    await tab.isAt('/login')
  },

  async 'A visitor makes a list on the front page, and puts a name on it'(_host, tab) {
    await tab.visit('/')
    // What is no link is said to be none.
    await tab.fill('Spotify track link', 'https://example.com/x')
    await tab.sees('https://example.com/x')
    for (const [index, title] of titles(3).entries()) {
      await tab.fill('Spotify track link', linkOf(index))
      await tab.sees(title)
    }
    await tab.click(moreFor(2))
    await tab.click('Move up')
    await tab.click('Put your name on it')
    const username = `maker${Date.now() % 1e9}`
    await tab.fill('Username', username)
    await tab.fill('Email', `${username}@mail.test`)
    await tab.fill('Password', password)
    await tab.click('Create Account', -1)
    await tab.isAt('/home')
    const [a = '', b = '', c = ''] = titles(3)
    await tab.expectTexts(inEditor, [a, c, b])
  },

  async 'A member drops a list with a note'(host, tab) {
    const member = await host.newMember(7)
    await tab.visit(member.at('/home'))
    await tab.click('DROP')
    await tab.fill('Note (optional)', 'For the way home')
    await tab.click('Drop it')
    await tab.sees('Drop successful! Boom!')
    await tab.press('Escape')
    await tab.follow('1 drop')
    await tab.sees('For the way home')
    await tab.sees('Drop #1')
  },

  async 'A member who is signed in sets a new password by the link in the mail'(host, tab) {
    const username = host.nextForgetful()
    const email = `${username}@mail.test`
    await tab.visit('/login')
    await tab.click('Forgot password?')
    await tab.sees('Send reset link')
    await tab.fill('Email', email)
    await tab.click('Send reset link')
    await tab.sees('If your email is registered')
    const link = linkTo('/reset-password', await host.mails.find(email, /password/i))
    await tab.visit(host.sessionOf(username, '/home'))
    await tab.visit(link)
    await tab.fill('New Password', 'battery staple')
    await tab.fill('Confirm Password', 'battery staple')
    await tab.click('Reset Password')
    await tab.sees('Login Now')
    await tab.isAt('/login')
  },

  async 'A new page starts at its top, and Back returns to the place, for visitors and members'(
    host,
    tab,
  ) {
    for (const start of ['/charts', host.sessionOf('mira', '/charts')]) {
      await tab.visit(start)
      const scrollTo = 400
      await tab.run(to => window.scrollTo({ top: to, behavior: 'instant' }), scrollTo)
      await tab.follow(/^(?!.*(Charts|Feed|People|Radr)).*(followers|@).*$/i, 6)
      await expect.poll(() => tab.run(() => location.pathname)).not.toBe('/charts')
      const before = scrollTo
      await expect.poll(tab.scrollTop).toBe(0)
      await tab.back()
      await tab.isAt('/charts')
      // Data that was read again above it can be some pixels higher; the browser keeps what is seen in its place.
      await expect.poll(async () => Math.abs((await tab.scrollTop()) - before)).toBeLessThan(20)
    }
  },
}

/** Those in which each page is opened by its URL. */
export const visits: Record<string, Journey> = {
  async 'A member adds, swaps, removes and moves tracks by their menus, and saves'(host, tab) {
    const member = await host.newMember(3)
    const [a = '', b = '', c = '', d = '', e = ''] = titles(5)
    await tab.visit(member.at('/home'))
    await tab.expectTexts(inEditor, [a, b, c])
    await tab.click(/Add a track to your Radr$/)
    // The page has a field of this name, too.
    await tab.sees('Add Track to Radr')
    await tab.fill('Spotify track link', linkOf(3))
    // What is found takes its place above the button.
    await tab.sees(' is ready.')
    await tab.click('Add track')
    await tab.expectTexts(inEditor, [a, b, c, d])
    await tab.press('Escape')
    await tab.click(moreFor(1))
    await tab.click('Swap track')
    await tab.sees('The new track takes')
    await tab.fill('Spotify track link', linkOf(4))
    await tab.sees(' is ready.')
    await tab.click('Swap track')
    await tab.expectTexts(inEditor, [a, e, c, d])
    await tab.click(moreFor(0))
    await tab.click('Remove track')
    await tab.expectTexts(inEditor, [e, c, d])
    await tab.click(/^Undo/)
    await tab.expectTexts(inEditor, [a, e, c, d])
    await tab.click(moreFor(2))
    await tab.click('Move to top')
    await tab.expectTexts(inEditor, [c, a, e, d])
    await tab.click('Save changes')
    await tab.sees('Your Radr has been updated successfully')
    await tab.visit('/home')
    await tab.expectTexts(inEditor, [c, a, e, d])
  },

  async 'A member follows another, and unfollows'(host, tab) {
    const member = await host.newMember(0)
    await tab.visit(member.at('/kofi'))
    await tab.click('Follow')
    await tab.sees('Now following!')
    await tab.visit('/people')
    await tab.click('More about kofi')
    await tab.click('Unfollow')
    await tab.click('Unfollow', -1)
    await tab.sees('following any')
  },

  async 'A visitor follows by email, and confirms by the link in the mail'(host, tab) {
    const { username } = await host.newMember(2)
    const email = `fan-of-${username}@post.test`
    await tab.visit(`/${username}`)
    await tab.click('Follow')
    await tab.fill('Email', email)
    await tab.click('Follow', -1)
    await tab.sees('Check your email to confirm')
    await tab.visit(linkTo('/follow/confirm', await host.mails.find(email, /confirm/i)))
    await tab.click('Yes, send me the drops')
    await tab.sees(`You follow @${username}`)
  },

  async 'A member changes the name and the theme in the settings'(host, tab) {
    const { at, username } = await host.newMember(0)
    await tab.visit(at('/settings'))
    await tab.fill('Username', `${username}-new`)
    await tab.sees('This username is available')
    await tab.click('Save Changes')
    await tab.sees(`Signed in as @${username}-new.`)
    await tab.click(/^Theme/)
    await tab.click('Dark')
    await expect
      .poll(() => tab.run(() => getComputedStyle(document.documentElement).colorScheme))
      .toBe('dark')
  },

  async 'A visitor opens the dialog that shares a profile, and closes it'(_host, tab) {
    await tab.visit('/kofi')
    await tab.click('Share')
    await tab.sees('Save picture')
    await expect
      .poll(() =>
        tab.run(() => document.querySelector<HTMLImageElement>('dialog img')?.naturalWidth),
      )
      .toBe(1200)
    await tab.press('Escape')
    await tab.seesNot('Save picture')
    expect(await tab.run(() => document.activeElement?.textContent.trim())).toBe('Share')
  },
}
