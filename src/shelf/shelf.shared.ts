/** Spines of a page: a year of weeks. */
export const shelfSize = 52

/** Fewer drops have neither a poster nor a picture of the shelf. */
export const minPictureDrops = 3
