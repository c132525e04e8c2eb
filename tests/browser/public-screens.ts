/** The screens that visitors see, by file. A unit test compares them with the table of pages, which Playwright cannot load. */
export const publicScreens = [
  'landing/screens/landing-screen',
  'landing/screens/not-found-screen',
  'members/screens/sign-in/login-screen',
  'members/screens/sign-in/reset-password-screen',
  'members/screens/email/confirm-email-screen',
  'charts/screens/charts-screen',
  'discovery/screens/track-screen',
  'profiles/screens/profile-screen',
  'drops/screens/drop-screen',
  'drops/screens/history-screen',
  'drops/screens/reminder/stop-reminder-screen',
  'feed/screens/feed-screen',
  'follows/screens/confirm-follow-screen',
  'follows/screens/unsubscribe-screen',
  'follows/screens/undo-unsubscribe-screen',
  'follows/screens/mail-choices-screen',
]
