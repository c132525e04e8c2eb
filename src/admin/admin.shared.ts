export const maxAnnouncement = 200
