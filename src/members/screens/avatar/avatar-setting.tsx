import { ImageUp, Trash2, Undo2 } from 'lucide'
import { useRef } from 'react'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { ErrorMessage } from '../../../ui/data/error-state.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { CurrentUser } from '../../members.schemas.ts'
import { AvatarCropper } from './avatar-cropper.tsx'
import { useAvatar } from './use-avatar.ts'

export function AvatarSetting({ user }: { user: CurrentUser }) {
  const avatar = useAvatar(user)
  const { cropping, error, isRemoved } = avatar
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Avatar name={user.username} src={user.avatar} size="xl" />
        <div className="grid justify-items-start gap-1">
          <Button
            variant="secondary"
            icon={<Icon icon={ImageUp} size={18} />}
            pending={avatar.busy === 'opening'}
            onClick={() => input.current?.click()}
          >
            {user.avatar ? 'Change image' : 'Upload image'}
          </Button>
          {(user.avatar || isRemoved) && (
            <Button
              variant="quiet"
              icon={isRemoved ? <Icon icon={Undo2} size={18} /> : <Icon icon={Trash2} size={18} />}
              pending={avatar.busy === 'removing'}
              onClick={avatar.removeOrRestore}
            >
              {isRemoved ? 'Undo' : 'Remove image'}
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
              // Choosing the same file again would be no change.
              event.target.value = ''
              if (file) void avatar.choose(file)
            }}
          />
        </div>
      </div>
      <ErrorMessage>{error && `${error.title}. ${error.description}`}</ErrorMessage>
      <p aria-live="polite" className="text-sm text-muted empty:hidden">
        {isRemoved && !error && 'Your image is removed.'}
      </p>
      {cropping && (
        <AvatarCropper
          picture={cropping}
          onClose={avatar.endCropping}
          onSave={avatar.saveCropped}
        />
      )}
    </div>
  )
}
