const longest = 120

/** A note's first 120 characters and an ellipsis; counted as a person counts, so that no emoji is cut in half. */
export function notePreview(note: string): string {
  const characters = [...note]
  return characters.length <= longest ? note : `${characters.slice(0, longest).join('')}…`
}
