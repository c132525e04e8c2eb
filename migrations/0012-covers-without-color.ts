export const statements = [
  `create index concurrently track_details_without_color on track_details (spotify_track_id)
    where color is null and cover is not null`,
]
