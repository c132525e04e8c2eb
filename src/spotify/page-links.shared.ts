// Most pages need these links without the parsers of links.

export const trackLinkOf = (id: string) => `https://open.spotify.com/track/${id}`

export const profileLinkOf = (id: string) =>
  `https://open.spotify.com/user/${encodeURIComponent(id)}`
