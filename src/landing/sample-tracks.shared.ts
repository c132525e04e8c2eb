export const sampleTracks = [
  { id: '2ssoK2Vqu6gzlyHhBwxi2w', title: 'TO THE AIR/空へ', artist: 'Haruomi Hosono' },
  { id: '7H71gZwWs3xPWnHM30NDUp', title: 'Mykonos', artist: 'Fleet Foxes' },
  { id: '3vqINomEEpyG7nlUfqbd49', title: '光の塵', artist: 'Alaskan Tapes' },
  {
    id: '4yKd720PDsj6ZadrmJ9ESa',
    title: 'The Big Blue Star Impossible to Imagine',
    artist: 'ワールドスタンダード',
  },
  {
    id: '758wEKVqfYopJIHYWdLVd4',
    title: 'I Wanna Be Adored - Remastered 2009',
    artist: 'The Stone Roses',
  },
  { id: '5BeIxIMY0exSWc7LyPrchH', title: '銀の船', artist: 'Yumiko Morioka' },
  { id: '1DzMkx08Zq6aDDhsRDVnPb', title: 'Esperanza / 希望', artist: 'nubo' },
]
