import { ZoomIn, ZoomOut } from 'lucide'
import { useId, useRef, useState } from 'react'
import { ReactCrop } from 'react-image-crop'
// The import is text, because CSS files are inlined into every page.
import cropperStyle from 'react-image-crop/dist/ReactCrop.css?inline'
import { Button } from '../../../ui/button.tsx'
import { ErrorMessage } from '../../../ui/data/error-state.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import {
  centeredCrop,
  recentered,
  usableCrop,
  wholePicture,
  zoomRange,
  zoomTo,
} from './avatar-crop.ts'
import { croppedJpeg } from './avatar-image.ts'
import type { Picture } from './use-avatar.ts'

type AvatarCropperProps = {
  picture: Picture
  onClose: () => void
  onSave: (jpeg: string) => Promise<void>
}

export function AvatarCropper({ picture: { address, size }, onClose, onSave }: AvatarCropperProps) {
  const image = useRef<HTMLImageElement>(null)
  const [view, setView] = useState(wholePicture)
  const [crop, setCrop] = useState(() => centeredCrop(size))
  const [error, setError] = useState('')
  const [isSaving, setSaving] = useState(false)
  const { zoom, left, top } = view
  const changeZoom = (next: number) => setView(zoomTo(next, view, crop))

  async function save() {
    setError('')
    setSaving(true)
    try {
      await onSave(croppedJpeg(image.current, usableCrop(crop, size), view, size))
    } catch (cause) {
      setError(cause instanceof Error ? cause.message : 'Failed to process the image')
      setSaving(false)
    }
  }

  return (
    <Dialog
      onClose={onClose}
      isBlocked={isSaving}
      title="Crop your image"
      description="Drag the circle, or move it with the arrow keys. Its corners make it larger or smaller."
      footer={
        <Button pending={isSaving} onClick={save}>
          Save image
        </Button>
      }
    >
      <style href="react-image-crop" precedence="default">
        {cropperStyle + ownStyle}
      </style>
      <div className="grid place-items-center rounded-control bg-sunken p-3">
        <ReactCrop
          crop={crop}
          aspect={1}
          circularCrop
          disabled={isSaving}
          onChange={(_, next) => setCrop(next)}
          onComplete={(_, completed) => {
            const next = recentered(view, usableCrop(completed, size))
            setView(next.view)
            setCrop(next.crop)
          }}
          style={{ width: `min(100%, ${(40 * size.width) / size.height}dvh)` }}
        >
          <img
            ref={image}
            src={address}
            alt="What you chose"
            draggable={false}
            className="w-full origin-top-left select-none"
            style={{
              aspectRatio: `${size.width} / ${size.height}`,
              transform: `scale(${zoom}) translate(${-left * 100}%, ${-top * 100}%)`,
            }}
          />
        </ReactCrop>
      </div>
      <ZoomControl zoom={zoom} disabled={isSaving} onChange={changeZoom} />
      <ErrorMessage>{error}</ErrorMessage>
    </Dialog>
  )
}

type ZoomControlProps = { zoom: number; disabled: boolean; onChange: (zoom: number) => void }

function ZoomControl({ zoom, disabled, onChange }: ZoomControlProps) {
  const id = useId()
  return (
    <div className="flex items-center gap-2">
      <label htmlFor={id} className="text-sm font-semibold">
        Zoom
      </label>
      <Button
        variant="quiet"
        iconOnly
        icon={<Icon icon={ZoomOut} size={20} />}
        aria-disabled={zoom <= zoomRange.min}
        onClick={() => onChange(zoom - zoomRange.step)}
      >
        Zoom out
      </Button>
      <input
        id={id}
        type="range"
        {...zoomRange}
        value={zoom}
        aria-valuetext={`${zoom.toFixed(1)} times`}
        disabled={disabled}
        onChange={event => onChange(event.target.valueAsNumber)}
        className="h-11 min-w-0 grow cursor-pointer rounded-md"
      />
      <Button
        variant="quiet"
        iconOnly
        icon={<Icon icon={ZoomIn} size={20} />}
        aria-disabled={zoom >= zoomRange.max}
        onClick={() => onChange(zoom + zoomRange.step)}
      >
        Zoom in
      </Button>
      <output htmlFor={id} className="w-10 text-right text-sm text-muted tabular-nums">
        {zoom.toFixed(1)}×
      </output>
    </div>
  )
}

/** A plain outline instead of the animated one, and round handles. */
const ownStyle = `
.ReactCrop{--rc-drag-handle-size:1rem;--rc-drag-handle-mobile-size:1.75rem;--rc-drag-handle-bg-colour:var(--ink);--rc-border-color:#fff;--rc-focus-color:var(--accent)}
.ReactCrop .ReactCrop__crop-selection{animation:none;background-image:none;outline:2px solid #fff;outline-offset:-2px}
.ReactCrop .ReactCrop__crop-selection:focus-visible{outline:3px solid var(--rc-focus-color);outline-offset:-3px}
.ReactCrop .ReactCrop__drag-handle{border-width:2px;border-radius:50%}
`
