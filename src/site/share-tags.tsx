import { useSite } from './site.tsx'

type ShareTagsProps = {
  title: string
  /** The title in previews of links; by default `title`. */
  shareTitle?: string
  description: string
  path: string
  type?: 'website' | 'profile' | 'article'
  /** Path of a picture of 1200 × 630 pixels; the app's icon without one. */
  card?: string
  alternates?: { type: string; href: string }[]
}

export function ShareTags({
  title,
  shareTitle = title,
  description,
  path,
  type = 'website',
  card,
  alternates = [],
}: ShareTagsProps) {
  const { brand, publicUrl } = useSite()
  const url = publicUrl + path
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <meta property="og:site_name" content={brand} />
      <meta property="og:type" content={type} />
      <meta property="og:title" content={shareTitle} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={url} />
      <meta property="og:image" content={publicUrl + (card ?? '/icon-512.png')} />
      <meta property="og:image:width" content={card ? '1200' : '512'} />
      <meta property="og:image:height" content={card ? '630' : '512'} />
      <meta property="og:image:alt" content={title} />
      <meta name="twitter:card" content={card ? 'summary_large_image' : 'summary'} />
      <link rel="canonical" href={url} />
      {alternates.map(({ type: mime, href }) => (
        <link key={mime} rel="alternate" type={mime} href={publicUrl + href} title={title} />
      ))}
    </>
  )
}

export const oembedOf = (publicUrl: string, path: string) => ({
  type: 'application/json+oembed',
  href: `/api/oembed?url=${encodeURIComponent(publicUrl + path)}`,
})
