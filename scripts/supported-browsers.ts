/** The oldest supported versions, of the last two and a half years, for the build and for `docs/browsers.md`. */
export const supportedBrowsers = { chrome: '126', edge: '126', firefox: '127', safari: '17.6' }
