export const maxTracks = 7
