"""Addresses of the shell's own pages."""

from __future__ import annotations

from django.urls import URLPattern, path

from memoryhub.pages import connect, views

urlpatterns: list[URLPattern] = [
    path("connect/", connect.connect, name="connect"),
    path("connect/<str:token_id>/", connect.connected, name="connected"),
    path("connect/<str:token_id>/light/", connect.light, name="connect-light"),
    path("settings/tokens/", views.listing, name="tokens"),
    path("settings/tokens/new/", views.mint, name="token-new"),
    path("settings/tokens/<str:token_id>/revoke/", views.revoke, name="token-revoke"),
    path("settings/people/<int:person_id>/link/", views.link, name="person-link"),
]
