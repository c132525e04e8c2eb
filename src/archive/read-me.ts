import { fileNames } from './archive-data.schemas.ts'

export const readMe = (brand: string) =>
  `Your data from ${brand}
${'='.repeat(15 + brand.length)}

${fileNames.data}
  Everything that can be imported again, as JSON: your list, your drops with their notes, tracks and
  movement, your profile. Also, to read: "mail" says whether mail about those you follow
  comes for each drop (single) or once a week (weekly, in "time_zone"), "accepts_songs" whether followers
  can send you songs, and "following" has what is in ${fileNames.following}. Times are in UTC. "version"
  changes when the format does.

${fileNames.tracks}
  Your list, then the tracks of each drop, for a spreadsheet.

${fileNames.drops}
  Your drops: when, with which note, for how many followers, and what moved.

${fileNames.followers}
  Your followers as you see them: addresses, usernames, and whether they confirmed. These are other
  people's addresses: keep the file to yourself, and delete it when you need it no more.

${fileNames.following}
  Whom you follow: usernames, since when, and whether mail and notifications of their drops are on.

${fileNames.songsReceived}
  The songs that followers sent back in answer to a drop, with their words, for a year. From whom, as
  your list of followers shows them: keep this file to yourself, too.

${fileNames.songsSent}
  The songs that you sent back, to whom, and your words.

${fileNames.avatar}
  Your profile image, if you have one.

In the tables a text that begins with =, +, - or @ has an apostrophe in front, so that no spreadsheet
takes it for a formula.

To move to another installation of ${brand}, create an account there and choose this file under
Settings, Import. List, drops, profile image and profile link are restored. Followers are not: they
confirmed that they want mail from here, not from there, so nobody gets mail who did not ask for it
there. Send them the link to your new page instead. Nobody is followed for you either: a username
there can be another person. Mail and notifications are chosen anew. An import sends no mail.

Songs that were sent stay where they were sent, too.

Not in this file: your password, your sessions, and the mails that were sent.
`
