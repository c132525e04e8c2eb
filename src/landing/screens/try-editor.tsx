import { nobody } from '../../members/screens/browser-state.ts'
import { ListEditor } from '../../tracks/screens/editor/list-editor.tsx'
import { useListEditor } from '../../tracks/screens/editor/use-list-editor.ts'
import type { Track } from '../../tracks/tracks.schemas.ts'

const noTracks: Track[] = []

/** The editor of somebody who has no account yet. */
export function TryEditor({ isAdding }: { isAdding: boolean }) {
  const editor = useListEditor(nobody, noTracks, () => {})
  return <ListEditor editor={editor} isAdding={isAdding} />
}
