"""The addresses of the pages of batches."""

from django.urls import path

from showdown.pages.views import batches as pages

urlpatterns = [
    path("", pages.Batches.as_view(), name="batches"),
    path("<uuid:id>/", pages.BatchPage.as_view(), name="batch"),
    path("<uuid:id>/cancel/", pages.CancelBatch.as_view(), name="cancel_batch"),
    path("<uuid:id>/resume/", pages.ResumeBatch.as_view(), name="resume_batch"),
    path("<uuid:id>/remove/", pages.RemoveBatch.as_view(), name="remove_batch"),
    path("<uuid:id>/settled.txt", pages.BatchRecords.as_view(), name="batch_records"),
    path("<uuid:id>/errors.csv", pages.BatchComplaints.as_view(), name="batch_complaints"),
    path("<uuid:id>/settled.<slug:kind>", pages.BatchTable.as_view(), name="batch_table"),
]
