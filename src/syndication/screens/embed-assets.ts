import { scriptOf } from '../../platform/http/script-of.shared.ts'
import { colorProperties, lightColor } from '../../ui/theme/colors.ts'
import { playInFrame } from './play-in-frame.ts'

/** All that the frame's document loads: it must be light, whatever page it is in. */
export const embedStyles = `
:root{color-scheme:light dark;${colorProperties('surface', 'line', 'ink', 'muted', 'accent', 'gold', 'on-gold', 'sunken')}}
[data-theme=light]{color-scheme:light}[data-theme=dark]{color-scheme:dark}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:flex;flex-direction:column;border:1px solid var(--line);border-radius:14px;
background:var(--surface);color:var(--ink);font:15px/1.35 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
header{display:flex;align-items:center;justify-content:space-between;gap:12px;padding:14px 16px 10px}
h1{margin:0;min-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;font-size:17px}
a{color:inherit;text-decoration:none}h1 a:hover,.mark:hover{text-decoration:underline}
a:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:6px}
.mark{display:flex;align-items:center;gap:6px;font-weight:700}.logo{width:22px;height:22px}
.fill-gold{fill:${lightColor('gold')}}
main{flex:1}ol{margin:0;padding:0 16px 12px;list-style:none}
li{display:flex;align-items:center;gap:12px;padding:6px 0;border-top:1px solid var(--line)}
.rank{width:1.75em;line-height:1.75;text-align:center;font-weight:800;font-variant-numeric:tabular-nums;color:var(--muted)}
li:first-child .rank{box-sizing:border-box;border:1px solid color-mix(in oklab,var(--on-gold) 60%,transparent);border-radius:50%;background:var(--gold);color:var(--on-gold)}
.cover{forced-color-adjust:none}img,.cover{flex:none;width:44px;height:44px;border-radius:4px;background:var(--sunken)}
.text{flex:1;min-width:0}.text bdi{display:block;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;text-align:left}
.text bdi:first-child{font-weight:650}.text bdi+bdi{color:var(--muted);font-size:13px}
[data-track]{flex:none;display:grid;place-items:center;width:40px;height:40px;border-radius:50%;border:1px solid var(--line)}
[data-track]:hover,[aria-current]{background:var(--ink);color:var(--surface)}
[data-track]{position:relative}.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
main>p{margin:0;padding:8px 16px}
footer{position:sticky;bottom:0;padding:8px;background:var(--surface);border-top:1px solid var(--line);border-radius:0 0 14px 14px}
iframe{display:block;width:100%;height:80px;border:0;border-radius:12px;color-scheme:normal}
`

export const embedScript = scriptOf(playInFrame)
