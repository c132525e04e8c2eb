import { readFileSync } from 'node:fs'

// What people really pasted, from the project's shared data.

const linesOf = (file: string) =>
  readFileSync(new URL(`data/${file}`, import.meta.url), 'utf8')
    .split('\n')
    .filter(line => line !== '')

const rowsOf = (file: string) =>
  linesOf(file)
    .slice(1)
    .map(line => line.split('\t') as [pasted: string, id: string])

/** Links to tracks, each with the id of its track. */
export const trackLinks = rowsOf('spotify-links.tsv')

export const shortLinks = rowsOf('spotify-short-links.tsv')
  .map(([link]) => link)
  // A host that has ended.
  .filter(link => !link.includes('link.tospotify.com'))

export const notTracks = linesOf('spotify-not-tracks.txt')
