import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { paths } from '../../contract/paths.shared.ts'
import { nobody } from '../../members/screens/browser-state.ts'
import { joinPath, yourSevenId } from '../../members/screens/sign-in/login-tabs.ts'
import { useCurrentUser } from '../../members/screens/use-current-user.ts'
import { CoverColors } from '../../site/cover-colors.tsx'
import { LazyBoundary } from '../../site/lazy-boundary.tsx'
import { useSite } from '../../site/site.tsx'
import { trackColor } from '../../tracks/generated-cover.shared.ts'
import { PlacesLabel, SevenField } from '../../tracks/screens/editor/add/seven-field.tsx'
import { unsavedList } from '../../tracks/screens/editor/local-edits.ts'
import { useOwnTracks } from '../../tracks/screens/own-list.ts'
import { SevenCovers } from '../../tracks/screens/seven-covers.tsx'
import { maxTracks, sizeWord } from '../../tracks/tracks.shared.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { lazyComponent } from '../../ui/routing/lazy.ts'
import { BackgroundCircles } from './background-circles.tsx'
import { emptyDraft, headingOf } from './draft.ts'
import { Pitch } from './pitch.tsx'
import { readSharedSeven } from './shared-seven.ts'
import { SharedSevenList } from './shared-seven-list.tsx'

const DraftEditor = lazyComponent(() => import('./draft-editor.tsx'), 'DraftEditor')

/** The question, seven places and a field, which visitors fill; the list is saved once there is an account. Members see theirs. */
export function YourSeven({ sample }: { sample: ReactNode }) {
  const { brand, registration } = useSite()
  const own = useOwnTracks()
  const canTry = useCurrentUser() === null && registration !== 'closed'
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [draft, setDraft] = useState(emptyDraft)
  const [isMaking, setMaking] = useState(false)
  const [shared, setShared] = useState<string[]>([])
  const stop = useCallback(() => setMaking(false), [])
  useEffect(() => {
    const readShared = () => setShared(readSharedSeven(window.location.hash))
    readShared()
    window.addEventListener('hashchange', readShared)
    return () => window.removeEventListener('hashchange', readShared)
  }, [])
  useEffect(() => {
    // What was typed before the page was ready.
    const typed = field.current?.value ?? ''
    setText(typed)
    if (typed || document.activeElement === field.current || unsavedList(nobody).read())
      setMaking(true)
    // A frame later, because a navigation scrolls to the top first.
    if (window.location.hash === `#${yourSevenId}`)
      requestAnimationFrame(() => {
        field.current?.focus()
        // Who has not typed yet sees the question, too.
        window.scrollTo(0, 0)
      })
  }, [])

  const [ownFirst] = own ?? []
  const rows = own ?? draft.rows
  const color = ownFirst ? trackColor(ownFirst) : draft.color
  const hasField = canTry && (rows.length < maxTracks || draft.isSwapping)
  return (
    <section
      id={yourSevenId}
      aria-labelledby="question"
      className={classes(
        'relative overflow-hidden bg-canvas text-ink transition-colors duration-500',
        !color && 'dark-block',
      )}
    >
      {color && <CoverColors color={color} />}
      <BackgroundCircles />
      <div
        className={classes(
          'relative mx-auto grid max-w-page grid-cols-1 items-start gap-x-14 gap-y-4 px-4 pt-7 pb-10 sm:px-6 sm:pt-12 sm:pb-16',
          !own && 'lg:grid-cols-[1.1fr_1fr] lg:grid-rows-[auto_1fr]',
        )}
      >
        <div className="grid grid-cols-1 gap-4 sm:gap-6">
          {shared.length > 0 && <SharedSevenList trackIds={shared} />}
          <h1
            id="question"
            className={classes(
              'font-display font-black wrap-anywhere',
              draft.name.length > 9 ? 'text-title' : 'text-display',
            )}
          >
            {own ? `These are your ${sizeWord(own.length)}.` : headingOf(draft, shared.length > 0)}
          </h1>
          <div className="relative scroll-mt-3">
            <SevenCovers
              tracks={rows}
              layout="strip"
              hasPlaces
              hasPriority
              sizes={own ? '(width < 40rem) 38vw, 33rem' : '(width < 40rem) 38vw, 15rem'}
            />
            {hasField && <PlacesLabel />}
          </div>
          {hasField && (
            <SevenField
              ref={field}
              value={text}
              onValue={setText}
              isInvitation={!color}
              onFocus={() => setMaking(true)}
            />
          )}
          <p className={canTry ? 'hidden noscript:block' : ''}>
            {own ? (
              <Button href={paths.home} size="lg" className="max-sm:w-full">
                {`Your ${brand}`}
              </Button>
            ) : (
              <Button href={joinPath} size="lg">
                Get Started
              </Button>
            )}
          </p>
        </div>
        {isMaking && canTry ? (
          <LazyBoundary onClose={stop} loading={sample}>
            <DraftEditor
              text={text}
              onText={setText}
              onDraft={setDraft}
              field={field}
              sample={sample}
            />
          </LazyBoundary>
        ) : own ? null : (
          <>
            <Pitch />
            <div className="min-w-0 lg:col-start-2 lg:row-span-2 lg:row-start-1">{sample}</div>
          </>
        )}
      </div>
    </section>
  )
}
