import { Check, Link2 } from 'lucide'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { toast } from '../../ui/toast.ts'
import { copyText } from './share-natively.ts'

type CopyButtonProps = {
  label: string
  text: string
  /** Of the toast that shows the text where the browser does not allow copying. */
  fallbackTitle: string
}

export function CopyButton({ label, text, fallbackTitle }: CopyButtonProps) {
  const [copied, setCopied] = useState('')
  const copy = async () => {
    if (await copyText(text)) setCopied(text)
    else void toast(fallbackTitle, { description: text })
  }
  const isCopied = copied === text
  return (
    <>
      <Button onClick={copy} icon={<Icon shape={isCopied ? Check : Link2} size={18} />}>
        {label}
      </Button>
      <p role="status" className="-mt-2 min-h-5 text-sm leading-5 break-all text-muted">
        {isCopied && `Copied: ${text}`}
      </p>
    </>
  )
}
