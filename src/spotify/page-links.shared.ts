// Most pages need these links without the parsers of links.

export const trackLinkOf = (id: string) => `https://open.spotify.com/track/${id}`

export const profileLinkOf = (id: string) =>
  `https://open.spotify.com/user/${encodeURIComponent(id)}`

export const howToPasteLink =
  'In Spotify, choose Share and “Copy Song Link” on a track, and paste it here.'
