/** Spines of a page: a year of weeks. */
export const shelfSize = 52

/** There is a picture of a shelf of so many drops. */
export const minPictureDrops = 3
