import { addressesIn } from './addresses-in.ts'

/** What a person wrote, with bare web addresses made links in the product's link blue. Put it on a `night` block: that blue is too light for paper. */
export function LinkifiedText({ text }: { text: string }) {
  return addressesIn(text).map(({ text: words, href, at }) =>
    href ? (
      <a
        key={at}
        href={href}
        target="_blank"
        rel="noopener noreferrer nofollow ugc"
        className="break-words text-link underline decoration-1 underline-offset-3 hover:decoration-2"
      >
        {words}
      </a>
    ) : (
      words
    ),
  )
}
