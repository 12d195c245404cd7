import type { Language } from '../core/language.ts';
import { autoHandoffEn } from '../core/text/auto-handoff-en.ts';
import { autoHandoffJa } from '../core/text/auto-handoff-ja.ts';
import { changesEn } from '../core/text/changes-en.ts';
import { changesJa } from '../core/text/changes-ja.ts';
import { doctorEn } from '../core/text/doctor-en.ts';
import { doctorHostsEn } from '../core/text/doctor-hosts-en.ts';
import { doctorHostsJa } from '../core/text/doctor-hosts-ja.ts';
import { doctorJa } from '../core/text/doctor-ja.ts';
import { factsEn } from '../core/text/facts-en.ts';
import { factsJa } from '../core/text/facts-ja.ts';
import { installEn } from '../core/text/install-en.ts';
import { installJa } from '../core/text/install-ja.ts';
import { listingEn } from '../core/text/listing-en.ts';
import { listingJa } from '../core/text/listing-ja.ts';
import { previewEn } from '../core/text/preview-en.ts';
import { previewJa } from '../core/text/preview-ja.ts';
import { rollbackEn } from '../core/text/rollback-en.ts';
import { rollbackJa } from '../core/text/rollback-ja.ts';
import { statusEn } from '../core/text/status-en.ts';
import { statusJa } from '../core/text/status-ja.ts';

const ENGLISH = {
  autoHandoff: autoHandoffEn,
  changes: changesEn,
  doctor: doctorEn,
  doctorHosts: doctorHostsEn,
  facts: factsEn,
  install: installEn,
  listing: listingEn,
  preview: previewEn,
  rollback: rollbackEn,
  status: statusEn,
};

/** What the commands say, in one language. */
export type Words = typeof ENGLISH;

const JAPANESE: Words = {
  autoHandoff: autoHandoffJa,
  changes: changesJa,
  doctor: doctorJa,
  doctorHosts: doctorHostsJa,
  facts: factsJa,
  install: installJa,
  listing: listingJa,
  preview: previewJa,
  rollback: rollbackJa,
  status: statusJa,
};

/** `--json` is always in English. */
export const wordsIn = (language: Language): Words => (language === 'ja' ? JAPANESE : ENGLISH);

/** A sentence that is said in the reader's language, and in English in `--json`. */
export type Said = (words: Words) => string;
