const pad = (value: number, width = 2): string => String(value).padStart(width, '0');

/** The calendar fields of a `Date` that our formats need; the caller makes it. */
export interface LocalFields {
  getFullYear(): number;
  getMonth(): number;
  getDate(): number;
  getHours(): number;
  getMinutes(): number;
}

/** `YYYY-MM-DD HH:MM` */
export const localMinute = (at: LocalFields): string =>
  `${pad(at.getFullYear(), 4)}-${pad(at.getMonth() + 1)}-${pad(at.getDate())} ${pad(at.getHours())}:${pad(at.getMinutes())}`;
