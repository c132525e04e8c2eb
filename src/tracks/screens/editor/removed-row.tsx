import { Undo2 } from 'lucide'
import { useEffect, useRef } from 'react'
import { trackTitle } from '../../../spotify/track-title.shared.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { TrackArt } from '../track-art.tsx'
import type { Row } from './local-edits.ts'

type RemovedRowProps = {
  row: Row
  /** The button that removed it had the focus, and is gone. */
  takesFocus: boolean
  onUndo: (() => void) | null
}

export function RemovedRow({ row, takesFocus, onUndo }: RemovedRowProps) {
  const undo = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (takesFocus) undo.current?.focus({ preventScroll: true })
  }, [takesFocus])
  return (
    <div className="grid min-h-15 grid-cols-[--spacing(11)_minmax(0,1fr)_auto] items-center gap-3 border-t border-line py-1 pl-14 sm:grid-cols-[--spacing(12)_minmax(0,1fr)_auto] sm:pl-26">
      <div className="grayscale">
        <TrackArt track={row} />
      </div>
      <p className="min-w-0 text-muted">
        <span className="line-clamp-2 @max-3xs:line-clamp-none">
          <s>
            <bdi translate="no">{trackTitle(row)}</bdi>
          </s>{' '}
          removed
        </span>
        {!onUndo && (
          <span className="text-sm">The list is full again, so it cannot come back.</span>
        )}
      </p>
      {onUndo && (
        <Button
          ref={undo}
          variant="secondary"
          size="sm"
          icon={<Icon icon={Undo2} size={16} />}
          onClick={onUndo}
        >
          Undo
          <span className="sr-only"> removing {trackTitle(row)}</span>
        </Button>
      )}
    </div>
  )
}
