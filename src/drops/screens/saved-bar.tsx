import { Check } from 'lucide'
import { FloatingBar } from '../../tracks/screens/editor/save-bar.tsx'
import { Icon } from '../../ui/icon.tsx'
import { DropButton } from './drop-button.tsx'
import { useDropState } from './use-drops.ts'

/** On phones, where the drop button may be far above a list that was just saved. */
export function SavedBar({ onDrop }: { onDrop: () => void }) {
  const { visible } = useDropState()
  if (!visible) return null
  return (
    <FloatingBar label="Changes saved" className="sm:hidden">
      <span className="flex grow items-center gap-2 pl-3 font-display font-bold">
        <Icon shape={Check} size={18} className="text-good" />
        Saved
      </span>
      <DropButton onOpen={onDrop} />
    </FloatingBar>
  )
}
