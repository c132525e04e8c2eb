import { colorProperties } from '../../ui/theme/colors.ts'

export const outboxStyle = `
:root{color-scheme:light dark;${colorProperties('canvas', 'surface', 'line', 'ink', 'muted', 'accent')}}
*{box-sizing:border-box;margin:0}
body{background:var(--canvas);color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;overflow-wrap:anywhere}
main{max-width:50rem;margin:0 auto;padding:2.5rem 1rem 4rem;display:grid;gap:1.25rem}
header{display:grid;gap:.5rem;justify-items:start}
h1{font-size:1.875rem;line-height:1.15;font-weight:800;letter-spacing:-.02em}
h2{font-size:1.125rem;margin-top:1rem}
header p,.to,time,dt,main>p{color:var(--muted)}
a{color:var(--accent)}
a:focus-visible,iframe:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.button{background:var(--ink);color:var(--canvas);font-weight:700;text-decoration:none;border-radius:.625rem;padding:.6rem 1.1rem;margin-top:.5rem}
.empty,.mails,iframe,pre{background:var(--surface);border:1px solid var(--line);border-radius:.875rem}
.empty{padding:3rem 1.5rem;text-align:center}
.mails{list-style:none;padding:0}
.mails li{position:relative;display:grid;grid-template-columns:1fr auto;gap:0 1rem;padding:.875rem 1.25rem;font-size:.875rem}
.mails li+li{border-top:1px solid var(--line)}
.mails a{grid-column:1/-1;font-size:1rem;font-weight:650;color:var(--ink);text-decoration:none}
.mails a::after{content:"";position:absolute;inset:0}
.mails li:hover a{color:var(--accent);text-decoration:underline}
time{white-space:nowrap;font-variant-numeric:tabular-nums}
dl{display:grid;grid-template-columns:auto minmax(0,1fr);gap:.125rem 1rem;font-size:.875rem}
dd{margin:0}
iframe{width:100%;height:min(60rem,80vh);color-scheme:light dark}
pre{padding:1.25rem;white-space:pre-wrap;font:.875rem/1.6 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
@media (max-width:30rem){.mails li{grid-template-columns:1fr}dl{grid-template-columns:1fr}dd{margin-bottom:.375rem}}
`
