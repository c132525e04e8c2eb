// Apart from the parsers of links, which most pages do not need.

export const trackLinkOf = (id: string) => `https://open.spotify.com/track/${id}`

export const profileLinkOf = (id: string) =>
  `https://open.spotify.com/user/${encodeURIComponent(id)}`
