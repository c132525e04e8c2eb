import { Logo } from '../../site/logo.tsx'
import { trackLinkOf } from '../../spotify/page-links.shared.ts'
import { trackTitle } from '../../spotify/track-title.shared.ts'
import { generatedCover, trackColor } from '../../tracks/generated-cover.shared.ts'
import type { Track } from '../../tracks/tracks.schemas.ts'
import { coverProperties } from '../../ui/theme/colors.ts'
import { embedScript, embedStyles } from './embed-assets.ts'

type EmbedTrack = Pick<
  Track,
  'spotify_track_id' | 'rank' | 'title' | 'artist' | 'artwork' | 'color'
>

export type EmbedPageProps = {
  brand: string
  title: string
  url: string
  tracks: EmbedTrack[]
}

export function EmbedHead({ brand, title, url, tracks: [first] }: EmbedPageProps) {
  const color = first ? trackColor(first) : null
  return (
    <>
      <meta name="robots" content="noindex" />
      <title>{`${title} - ${brand}`}</title>
      <link rel="canonical" href={url} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of embed-assets.ts. */}
      <style dangerouslySetInnerHTML={{ __html: embedStyles }} />
      {color && <style>{`:root:root{${coverProperties(color)}}`}</style>}
    </>
  )
}

export function EmbedPage({ brand, title, url, tracks }: EmbedPageProps) {
  return (
    <>
      <header>
        <h1>
          <a href={url} target="_blank" rel="noopener">
            {title}
          </a>
        </h1>
        <a href={url} target="_blank" rel="noopener" className="mark">
          <Logo className="logo" />
          {brand}
        </a>
      </header>
      <main>
        {tracks.length === 0 && <p>No tracks yet</p>}
        <ol>
          {tracks.map(track => (
            <EmbedRow key={track.rank} track={track} />
          ))}
        </ol>
      </main>
      <footer id="player" hidden />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of embed-assets.ts. */}
      <script dangerouslySetInnerHTML={{ __html: embedScript }} />
    </>
  )
}

function EmbedRow({ track }: { track: EmbedTrack }) {
  const { spotify_track_id: id, rank, artist, artwork } = track
  const title = trackTitle(track)
  return (
    <li>
      <span className="rank">{rank}</span>
      {artwork ? (
        <img src={artwork} alt="" width="44" height="44" loading="lazy" />
      ) : (
        <span className="cover" style={generatedCover(id)} />
      )}
      <span className="text">
        <bdi translate="no">{title}</bdi>
        {artist && <bdi translate="no">{artist}</bdi>}
      </span>
      {/* Without scripts, a link to the track. */}
      <a href={trackLinkOf(id)} target="_blank" rel="noopener" data-track={id}>
        <span className="hidden">Play {title}</span>
        <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
          <path d="M7 4.5v15l12-7.5z" fill="currentColor" />
        </svg>
      </a>
    </li>
  )
}
