import { useState } from 'react'
import { call, errorMessage } from '../../../ui/data/api.ts'
import { toast, toastError } from '../../../ui/overlays/toast.ts'
import type { CurrentUser } from '../../members.schemas.ts'
import { useUpdateCurrentUser } from '../use-current-user.ts'
import type { Size } from './avatar-crop.ts'
import {
  type FileError,
  imageSize,
  readAsDataUrl,
  readPicture,
  validateFile,
} from './avatar-image.ts'

const failureTitle = 'Failed to update profile image'
const failureMessage = 'An error occurred while updating your profile image'

export type Picture = { address: string; size: Size }

export function useAvatar(user: CurrentUser) {
  const updateCurrentUser = useUpdateCurrentUser()
  const [cropping, setCropping] = useState<Picture | null>(null)
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
      setCropping({ address, size: await imageSize(address) })
    } catch (cause) {
      showError({ title: failureTitle, description: (cause as Error).message })
    }
    setBusy(null)
  }

  function showError(shown: FileError) {
    setError(shown)
    void toastError(shown.title, shown.description)
  }

  async function save(avatar: string | null) {
    updateCurrentUser(await call('PUT /api/user/avatar', { body: { avatar } }))
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
      void toastError(failureTitle, description)
      throw new Error(`${failureTitle}. ${description}`)
    }
  }

  async function removeOrRestore() {
    setBusy('removing')
    try {
      // The picture is read first, because afterwards it is no longer at its URL.
      const shown = user.avatar && (await readPicture(user.avatar))
      await save(removed)
      setRemoved(removed ? null : shown)
    } catch (cause) {
      showError({ title: failureTitle, description: errorMessage(cause, failureMessage) })
    }
    setBusy(null)
  }

  return {
    cropping,
    endCropping: () => setCropping(null),
    error,
    busy,
    isRemoved: removed !== null,
    choose,
    saveCropped,
    removeOrRestore,
  }
}
