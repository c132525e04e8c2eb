import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { toast } from 'sonner'
import { expect, onTestFinished, test, vi } from 'vitest'
import { sampleSite } from '../../../../tests/screen-samples/site.ts'
import { newTrack } from '../../../../tests/screen-samples/tracks.ts'
import { SiteProvider } from '../../../site/site.tsx'
import { dismissToast, reportToasterMounted } from '../../../ui/overlays/toast.ts'
import { noList } from '../own-list.ts'
import { type ListEditor, useListEditor } from './use-list-editor.ts'

test('Swapping a track that is not in the list is refused in words', async () => {
  reportToasterMounted()
  const { swap } = renderEditor()
  // A toast waits for the next move of the pointer.
  vi.stubGlobal('window', new EventTarget())
  onTestFinished(() => {
    dismissToast()
    vi.unstubAllGlobals()
  })
  swap(99, newTrack('x'))
  await expect
    .poll(() => toast.getToasts())
    .toMatchObject([{ title: 'Error: Could not find the track to swap', type: 'error' }])
})

function renderEditor(): ListEditor {
  let editor: ListEditor | undefined
  function Probe() {
    editor = useListEditor('mira', noList, () => {})
    return null
  }
  const probe = SiteProvider({ site: { ...sampleSite, now: 0 }, children: createElement(Probe) })
  renderToString(createElement(QueryClientProvider, { client: new QueryClient() }, probe))
  if (!editor) throw new Error('Nothing was rendered')
  return editor
}
