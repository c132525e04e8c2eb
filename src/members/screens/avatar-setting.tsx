import ImageUp from 'lucide-react/icons/image-up'
import Trash2 from 'lucide-react/icons/trash-2'
import Undo2 from 'lucide-react/icons/undo-2'
import { type ComponentProps, type ComponentType, useRef, useState } from 'react'
import { call, errorMessage } from '../../ui/api.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { preload } from '../../ui/lazy-component.ts'
import { toast } from '../../ui/toast.ts'
import { type CurrentUser, changeAvatar } from '../members.contract.ts'
import { dataUrlOf, type Problem, problemWith, sizeOf } from './avatar-file.ts'
import { useUpdateCurrentUser } from './use-current-user.ts'

const failed = 'Failed to update profile image'
const fallback = 'An error occurred while updating your profile image'
const loadCropper = () => import('./avatar-cropper.tsx')

type Cropper = ComponentType<
  ComponentProps<Awaited<ReturnType<typeof loadCropper>>['AvatarCropper']>
>
type Cropping = { Cropper: Cropper; picture: ComponentProps<Cropper>['picture'] }

/** The profile image: choosing and cropping another, taking it away, and having it back. */
export function AvatarSetting({ user }: { user: CurrentUser }) {
  const keepUser = useUpdateCurrentUser()
  const input = useRef<HTMLInputElement>(null)
  const [cropping, setCropping] = useState<Cropping | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [busy, setBusy] = useState<'opening' | 'removing' | null>(null)
  const [removed, setRemoved] = useState<string | null>(null)

  async function choose(file: File) {
    const wrong = problemWith(file)
    if (wrong) return refuse(wrong)
    setProblem(null)
    setBusy('opening')
    try {
      const address = await dataUrlOf(file)
      const [{ AvatarCropper }, size] = await Promise.all([loadCropper(), sizeOf(address)])
      setCropping({ Cropper: AvatarCropper, picture: { address, size } })
    } catch (error) {
      refuse({
        title: failed,
        // A TypeError is the cropper that could not be downloaded.
        description: error instanceof TypeError ? fallback : String((error as Error).message),
      })
    }
    setBusy(null)
  }

  function refuse(wrong: Problem) {
    setProblem(wrong)
    void toast(wrong.title, { description: wrong.description, kind: 'error' })
  }

  async function keep(avatar: string | null) {
    keepUser(await call(changeAvatar, { body: { avatar } }))
    setProblem(null)
    void toast('Profile image updated', { kind: 'success' })
  }

  async function saveCropped(jpeg: string) {
    try {
      await keep(jpeg)
      setRemoved(null)
      setCropping(null)
    } catch (error) {
      const description = errorMessage(error, fallback)
      void toast(failed, { description, kind: 'error' })
      throw new Error(`${failed}. ${description}`)
    }
  }

  async function removeOrBringBack() {
    setBusy('removing')
    try {
      // The picture stays where it was for a while, so it can be had from there.
      await keep(removed && (await dataUrlOf(await (await fetch(removed)).blob())))
      setRemoved(removed ? null : user.avatar)
    } catch (error) {
      refuse({ title: failed, description: errorMessage(error, fallback) })
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
              onClick={removeOrBringBack}
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
              // So that the same file can be chosen again.
              event.target.value = ''
              if (file) void choose(file)
            }}
          />
        </div>
      </div>
      <ErrorMessage>{problem && `${problem.title}. ${problem.description}`}</ErrorMessage>
      <p aria-live="polite" className="text-sm text-muted empty:hidden">
        {removed && !problem && 'Your image is removed.'}
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
