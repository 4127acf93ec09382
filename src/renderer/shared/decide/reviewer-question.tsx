/** `<ReviewerQuestion />`: asks who decides when a decision waits for it; once on the page. */
import { useCheck } from "../../check/check-provider.tsx";
import { ReviewerDialog } from "./reviewer-dialog.tsx";

export function ReviewerQuestion() {
  const { reviewerAsk } = useCheck();
  if (reviewerAsk === null) return null;
  return <ReviewerDialog name="" onAnswer={reviewerAsk.answer} onClose={reviewerAsk.dismiss} />;
}
