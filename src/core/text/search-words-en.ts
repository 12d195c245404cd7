/** Words that a question is made of, not what it is about. */
export const SEARCH_STOP_WORDS_EN: ReadonlySet<string> = new Set(
  (
    'a about after again all also am an and any are as at be because been before but by can could did do does doing done ' +
    'down for from get got had has have how i if in into is it its just let like me my no not of off on or our out over please ' +
    'say said she should so some than that the their them then there these they this those to too up us was we were what when ' +
    'where which while who whom whose why will with would you your'
  ).split(' '),
);
