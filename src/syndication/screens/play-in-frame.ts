/** Play opens the streaming service's player at the lower edge of an embed. Is sent as text (`scriptOf`). */
export function playInFrame() {
  const player = document.getElementById('player')
  const links = document.querySelectorAll<HTMLElement>('[data-track]')
  for (const link of links) {
    link.setAttribute('role', 'button')
    link.addEventListener('keydown', event => {
      if (event.key !== ' ') return
      event.preventDefault()
      link.click()
    })
    link.addEventListener('click', event => {
      if (!player || event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      const frame = document.createElement('iframe')
      frame.title = 'Spotify player'
      frame.allow = 'autoplay; clipboard-write; encrypted-media; fullscreen; picture-in-picture'
      frame.src = `https://open.spotify.com/embed/track/${link.dataset.track}`
      player.replaceChildren(frame)
      player.hidden = false
      for (const other of links) other.removeAttribute('aria-current')
      link.setAttribute('aria-current', 'true')
    })
  }
}
