const links = [
  '2ssoK2Vqu6gzlyHhBwxi2w',
  '7H71gZwWs3xPWnHM30NDUp',
  '3vqINomEEpyG7nlUfqbd49',
  '4yKd720PDsj6ZadrmJ9ESa',
  '758wEKVqfYopJIHYWdLVd4',
  '5BeIxIMY0exSWc7LyPrchH',
  '1DzMkx08Zq6aDDhsRDVnPb',
]

/** The requests of a member's browser before the drop button can be pressed. */
export async function openHome(url: string, cookie: string) {
  const calls = ['user', 'tracks', 'drops/has-changes', 'drops/check-weekly-limit']
  for (const path of ['/home', ...calls.map(call => `/api/${call}`)]) {
    const response = await fetch(url + path, { headers: { cookie } })
    if (!response.ok) throw new Error(`${path} returned ${response.status}`)
    await response.text()
  }
}

export async function createMember(url: string): Promise<string> {
  const response = await send(url, '/api/register', {
    username: 'ana',
    email: 'ana@mail.test',
    password: 'correct horse',
  })
  const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? ''
  for (const id of links)
    await send(url, '/api/tracks', { spotifyUrl: `https://open.spotify.com/track/${id}` }, cookie)
  return cookie
}

export async function send(url: string, path: string, body: object, cookie = '') {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(cookie && { cookie }) },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`)
  return response
}
