import ImageUp from 'lucide-react/icons/image-up'
import Trash2 from 'lucide-react/icons/trash-2'
import Undo2 from 'lucide-react/icons/undo-2'
import { type ComponentProps, type ComponentType, useRef, useState } from 'react'
import { call, errorMessage } from '../../../ui/api.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { ErrorMessage } from '../../../ui/error-message.tsx'
import { preload } from '../../../ui/lazy-component.ts'
import { toast } from '../../../ui/toast.ts'
import { type CurrentUser, changeAvatar } from '../../members.contract.ts'
import { useUpdateCurrentUser } from '../use-current-user.ts'
import { type FileError, imageSize, readAsDataUrl, validateFile } from './avatar-image.ts'

const failureTitle = 'Failed to update profile image'
const failureMessage = 'An error occurred while updating your profile image'
const loadCropper = () => import('./avatar-cropper.tsx')

type Cropper = ComponentType<
  ComponentProps<Awaited<ReturnType<typeof loadCropper>>['AvatarCropper']>
>
type Cropping = { Cropper: Cropper; picture: ComponentProps<Cropper>['picture'] }

/** Chooses and crops a profile image, removes it, and undoes the removal. */
export function AvatarSetting({ user }: { user: CurrentUser }) {
  const updateCurrentUser = useUpdateCurrentUser()
  const input = useRef<HTMLInputElement>(null)
  const [cropping, setCropping] = useState<Cropping | null>(null)
  const [error, setError] = useState<FileError | null>(null)
  const [busy, setBusy] = useState<'opening' | 'removing' | null>(null)
  const [removed, setRemoved] = useState<string | null>(null)

  async function choose(file: File) {
    const invalid = validateFile(file)
    if (invalid) return showError(invalid)
    setError(null)
    setBusy('opening')
    try {
      const address = await readAsDataUrl(file)
      const [{ AvatarCropper }, size] = await Promise.all([loadCropper(), imageSize(address)])
      setCropping({ Cropper: AvatarCropper, picture: { address, size } })
    } catch (cause) {
      showError({
        title: failureTitle,
        // A TypeError means that the cropper could not be downloaded.
        description: cause instanceof TypeError ? failureMessage : (cause as Error).message,
      })
    }
    setBusy(null)
  }

  function showError(shown: FileError) {
    setError(shown)
    void toast(shown.title, { description: shown.description, kind: 'error' })
  }

  async function save(avatar: string | null) {
    updateCurrentUser(await call(changeAvatar, { body: { avatar } }))
    setError(null)
    void toast('Profile image updated', { kind: 'success' })
  }

  async function saveCropped(jpeg: string) {
    try {
      await save(jpeg)
      setRemoved(null)
      setCropping(null)
    } catch (cause) {
      const description = errorMessage(cause, failureMessage)
      void toast(failureTitle, { description, kind: 'error' })
      throw new Error(`${failureTitle}. ${description}`)
    }
  }

  async function removeOrRestore() {
    setBusy('removing')
    try {
      // A removed image stays available at its address for a while.
      await save(removed && (await readAsDataUrl(await (await fetch(removed)).blob())))
      setRemoved(removed ? null : user.avatar)
    } catch (cause) {
      showError({ title: failureTitle, description: errorMessage(cause, failureMessage) })
    }
    setBusy(null)
  }

  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="flex items-center gap-5">
        <Avatar name={user.username} src={user.avatar} size="xl" />
        <div className="grid justify-items-start gap-1">
          <Button
            variant="secondary"
            icon={<ImageUp size={18} aria-hidden="true" />}
            pending={busy === 'opening'}
            onPointerEnter={() => preload(loadCropper)}
            onClick={() => input.current?.click()}
          >
            {user.avatar ? 'Change image' : 'Upload image'}
          </Button>
          {(user.avatar || removed) && (
            <Button
              variant="quiet"
              icon={
                removed ? (
                  <Undo2 size={18} aria-hidden="true" />
                ) : (
                  <Trash2 size={18} aria-hidden="true" />
                )
              }
              pending={busy === 'removing'}
              onClick={removeOrRestore}
            >
              {removed ? 'Undo' : 'Remove image'}
            </Button>
          )}
          <input
            ref={input}
            type="file"
            accept="image/*"
            hidden
            aria-label="Profile image"
            onChange={event => {
              const [file] = event.target.files ?? []
              // Otherwise choosing the same file again is no change.
              event.target.value = ''
              if (file) void choose(file)
            }}
          />
        </div>
      </div>
      <ErrorMessage>{error && `${error.title}. ${error.description}`}</ErrorMessage>
      <p aria-live="polite" className="text-sm text-muted empty:hidden">
        {removed && !error && 'Your image is removed.'}
      </p>
      {cropping && (
        <cropping.Cropper
          picture={cropping.picture}
          onClose={() => setCropping(null)}
          onSave={saveCropped}
        />
      )}
    </div>
  )
}
