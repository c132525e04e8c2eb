/** Characters. */
export const maxAnnouncement = 200
